# Node.js has the version from package-lock.json; a test compares the two.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev --include=optional --ignore-scripts=false --no-audit --no-fund
COPY . .
RUN npm run build \
 && npm prune --omit=dev --no-audit --no-fund \
 # The commands look for Node.js here. In the image, that is the image's own.
 && ln -s "$(command -v node)" node_modules/.bin/node

FROM node:24.21.0-bookworm-slim
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY --from=build /app/analyzers ./analyzers
COPY --from=build /app/core ./core
COPY --from=build /app/scripts ./scripts
COPY --from=build /app/server ./server
COPY --from=build /app/package.json /app/package-lock.json /app/LICENSE ./
RUN install --directory --owner=1000 --group=1000 --mode=0700 /data
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=131072 \
    MALLOC_TRIM_THRESHOLD_=131072 \
    NODE_COMPILE_CACHE=/tmp/compiled \
    npm_config_cache=/tmp/npm \
    npm_config_update_notifier=false
VOLUME /data
EXPOSE 3000
# The image's user node. As a number, because Kubernetes can't otherwise check that it isn't root.
USER 1000:1000
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The same flags as in npm start; a test compares them.
CMD ["node", "--import", "./scripts/resolve-drizzle.mjs", "--max-semi-space-size=4", "--no-parallel-scavenge", "--heap-growing-percent=30", "build/program/main.js"]
