# Builds the interface with everything, then keeps only what the server needs. Runs as a user without rights; /data holds all that is kept.
FROM debian:trixie-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends binutils ca-certificates npm \
  && npm install --global bun@1.4.5
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile
COPY . .
# Of packages stays what the server loads: no sources, types and texts, nothing for browsers or for developing, no fonts that no file is printed in, no names of symbols.
RUN bun run build && rm -rf node_modules && bun install --frozen-lockfile --production --omit=peer && cd node_modules \
  && find . -type f \( -name '*.map' -o -name '*.[mc]ts' -o -name '*.ts' -o -name '*.mdx' -o -iname '*.md' -not -iname 'license*' \
    -o -name '*.development.js' -o -name '*profiling*.js' -o -name '*.standalone.js' \) -delete \
  && find @fontsource-variable -type f \( -name '*.css' -o -name '*-latin*' -o -name '*.woff2' -not -name '*-wght-normal.woff2' \) -delete \
  && rm -rf */.yarn echarts/dist zrender/dist canvaskit-wasm/bin/full canvaskit-wasm/bin/profiling @azure/msal-browser world-atlas/*-[15]0m.json us-atlas/counties-* \
  && strip --strip-unneeded @duckdb/node-bindings-*/libduckdb.so

FROM debian:trixie-slim
COPY --from=build /usr/local/lib/node_modules/bun/bin/bun.exe /usr/local/bin/bun
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=build /app/package.json /app/tsconfig.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/drizzle ./drizzle
COPY --from=build /app/public ./public
COPY --from=build /app/dist ./dist
COPY --from=build /app/docs ./docs
COPY --from=build /app/islands ./islands
COPY --from=build /app/src ./src
COPY --from=build /app/cli ./cli
RUN useradd --create-home bun && mkdir /data && chown bun:bun /data
USER bun
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["bun", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["bun", "src/main.ts"]
