import { fileURLToPath } from 'node:url'

import { loadedContent } from '#content/loaded.server.ts'
import { drawShipped } from '#server/pages/pictures/draw.ts'

/**
 * Draws the icons and link preview images into `public`. Run it after changing the logo, the colors, an article's title or
 * content/link-pictures.json in the project itself: `node scripts/run.mjs scripts/draw-link-pictures.ts`. For edits in the
 * console, the server draws them.
 */
await drawShipped(fileURLToPath(new URL('../public', import.meta.url)), loadedContent)
