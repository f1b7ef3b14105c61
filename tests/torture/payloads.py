"""Sixty texts that somebody might type who means no good. Most would strike if they were ever taken for markup."""

from typing import Final

MARK: Final = "zap"
"""Every node, attribute and address that such a text would make has this in its name."""

MARKUP: Final = (
    "<script>alert('zap')</script>",
    "</script><script>alert('zap')</script>",
    "<ScRiPt src=//zap.test/a></ScRiPt>",
    "<script type=module>import('//zap.test/b')</script>",
    "<img src=x onerror=alert('zap')>",
    "<img src=//zap.test/c>",
    "<img srcset='//zap.test/d 1x'>",
    "<svg onload=alert('zap')>",
    "<svg><script>alert('zap')</script></svg>",
    "<svg><animate onbegin=alert('zap') attributeName=x dur=1s>",
    "<svg><use href='//zap.test/e#x'/></svg>",
    "<svg><image href='//zap.test/f'/></svg>",
    "<svg><foreignObject><zap-node/></foreignObject></svg>",
    "<math><mtext><table><mglyph><style><img src=//zap.test/g>",
    "<iframe src=//zap.test/h></iframe>",
    "<iframe srcdoc='<script>alert(`zap`)</script>'></iframe>",
    "<object data=//zap.test/i></object>",
    "<embed src=//zap.test/j>",
    "<link rel=stylesheet href=//zap.test/k>",
    "<link rel=prefetch href=//zap.test/l>",
    "<meta http-equiv=refresh content='0;url=//zap.test/m'>",
    "<base href=//zap.test/><zap-node></zap-node>",
    "<style>@import '//zap.test/n';</style>",
    "<p style=background:url(//zap.test/o)>zap</p>",
    "<video poster=//zap.test/p></video>",
    "<audio src=//zap.test/q autoplay></audio>",
    "<input autofocus onfocus=alert('zap')>",
    "<details open ontoggle=alert('zap')>x</details>",
    "<body onload=alert('zap')><zap-node>",
    "<a href=javascript:alert('zap')>the wire is cut</a>",
    "<form action=//zap.test/r><button>zap</button></form>",
    "<template><zap-node></zap-node></template>",
    "<noscript><p title='</noscript><zap-node>'>",
    "<textarea><img title='</textarea><zap-node>'>",
    "<!--<img src='--><zap-node>'>",
    "<![CDATA[<zap-node></zap-node>]]>",
    "<zap-node hx-get=//zap.test/s hx-trigger=load></zap-node>",
    "<div data-live='//zap.test/t' id=units>zap</div>",
    "<form data-command=note><input name=zap></form>",
    "</title></textarea></select></option><zap-node>",
)
BREAKOUTS: Final = (
    '"><zap-node a="',
    "'><zap-node a='",
    '" onmouseover="alert(`zap`)" zap="',
    "' autofocus onfocus='alert(1)' zap='",
    "` onload=alert`zap` zap=`",
    '\\"><zap-node>',
    '"}]}</script><zap-node>',
    "javascript:alert('zap')//",
    "{{ 7*7 }}{% include 'zap' %}${zap}#{zap}",
    "&lt;zap-node&gt;&#60;zap-node&#62;",
    "\\u003czap-node\\u003e%3Czap-node%3E",
    "=HYPERLINK(\"//zap.test/u\")+cmd|' /C zap'!A0",
    "../../../etc/zap\\..\\zap.toml",
    "'; DROP TABLE events; --zap",
)
CONTROLS: Final = (
    'zap\n\nevent: zap\ndata: {"number": 99}\n\n',
    "zap\r\rdata: zap\r\n\r\nid: 99",
    "zap\x1b[2J\x1b[31m\x1b]8;;//zap.test/v\x07here\x1b]8;;\x07",
    "zap\u2028data: zap\u2029\x85\x9b31mzap",
    "zap\n2026-11-21T00:00:00Z [error] all is lost game=zap",
    "zap\u202etxt.exe\u2066\u200f zap",
)
PAYLOADS: Final = (*MARKUP, *BREAKOUTS, *CONTROLS)
