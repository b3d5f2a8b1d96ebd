import { fileURLToPath } from 'node:url'

import { content } from '#content/loaded.server.ts'
import { drawShipped } from '#server/pages/pictures/draw.ts'

/**
 * Draws the icons and the pictures of link previews into `public`, after a change of the logo, the colors, an article's title or
 * content/link-pictures.json in the project itself: `node scripts/run.mjs scripts/draw-link-pictures.ts`. The server draws what an
 * operator has edited.
 */
await drawShipped(fileURLToPath(new URL('../public', import.meta.url)), content)
