"""What every request passes: middleware, limits, guards, errors, the OpenAPI description and the server."""
