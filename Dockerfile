# The studio in a container: docker build -t fabula . && docker run -p 8765:8765 -v fabula:/data -e FABULA_STUDIO_PASSWORD=... fabula
FROM python:3.12-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE NOTICE ./
COPY docs/fabula.1 docs/
COPY src src
RUN pip wheel --no-cache-dir --wheel-dir /wheels ".[vectors]"

FROM python:3.12-slim
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --no-index --find-links /wheels "fabula[vectors]" && rm -r /wheels \
    && useradd --create-home --uid 1000 reader && mkdir /data && chown reader /data
USER reader
# Everything that is kept stands in the volume: books, results, answers, and settings with the keys typed into them.
ENV FABULA_LEDGER=/data/ledger.sqlite FABULA_CONFIG=/data/fabula.toml
VOLUME /data
EXPOSE 8765
HEALTHCHECK CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8765/login')"]
CMD ["fabula", "studio", "--host", "0.0.0.0", "--port", "8765", "--home", "/data/studio", "--no-browser"]
