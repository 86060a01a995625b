# docker build --tag docgraph .
FROM node:22-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN npm ci
RUN npm run production -- /srv/docgraph

FROM node:22-bookworm-slim
COPY --from=build --chown=node:node /srv/docgraph /srv/docgraph
# For cached files, and for the embedded PostgreSQL if there is no DATABASE_URL.
RUN install --directory --owner=node --group=node /data
VOLUME /data
ENV HOST=0.0.0.0 PORT=4000 DATA_DIR=/data
EXPOSE 4000
WORKDIR /srv/docgraph
# PostgreSQL refuses to run as root.
USER node
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without npm in between, which does not pass signals on.
CMD ["node", ".config/run.mjs", "main"]
