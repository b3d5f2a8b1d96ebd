# syntax=docker/dockerfile:1
# An image of Launchway for an external PostgreSQL (DATABASE_URL), as ops/compose.yaml and ops/kubernetes.yaml use it.
FROM node:24.21.0-trixie-slim AS build
WORKDIR /srv/launchway
COPY . .
RUN npm ci --omit=dev && node scripts/build.mjs && node scripts/prune-image.mjs && mkdir -p /empty

FROM gcr.io/distroless/cc-debian13
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /srv/launchway /srv/launchway
# Holds files of CONTENT_DIR; the database is elsewhere. With a read-only root, mount this folder and /tmp.
COPY --from=build --chown=1000:1000 /empty /var/lib/launchway
WORKDIR /srv/launchway
# scripts/supervisor/servers.ts explains these values and --expose-gc.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/launchway NODE_COMPILE_CACHE=/tmp/node
VOLUME /var/lib/launchway
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
	CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--expose-gc", "server/main.ts"]
