# The service in one image: pages built with Node, dependencies by hash, run by a user without rights.
FROM node:24-trixie-slim AS pages
WORKDIR /build/frontend
COPY frontend/package.json frontend/package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY frontend/ ./
RUN npm run build

FROM python:3.13-slim-trixie AS packages
COPY locks/runtime.txt /build/locks/runtime.txt
RUN python -m venv /opt/beatenzone \
    && /opt/beatenzone/bin/python -m pip install --no-cache-dir --require-hashes -r /build/locks/runtime.txt

FROM python:3.13-slim-trixie
RUN useradd --system --uid 10014 --no-create-home beatenzone \
    && install -d -o beatenzone -g beatenzone /srv/beatenzone/var
WORKDIR /srv/beatenzone
COPY --from=packages /opt/beatenzone /opt/beatenzone
COPY LICENSE ./
COPY rules/ rules/
COPY playsheets/ playsheets/
COPY migrations/ migrations/
COPY app/ app/
COPY frontend/templates/ frontend/templates/
COPY --from=pages /build/frontend/static/dist/ frontend/static/dist/
ENV PATH="/opt/beatenzone/bin:$PATH" \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    BEATENZONE_LOG_FORMAT=json
USER 10014
VOLUME /srv/beatenzone/var
EXPOSE 8014
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8014/health', timeout=4)"]
CMD ["python", "-m", "app", "serve"]
