import { fileURLToPath } from 'node:url'

import { shippedContent } from '#content/loaded.server.ts'

import { drawInto } from './finalize/pictures/draw.ts'
import { listPictures } from './finalize/pictures/pictures.ts'

/**
 * Draws the icons and the pictures of link previews into `public`, after a change of the logo, the colors, an article's title or
 * content/link-pictures.json in the project itself: `node scripts/run.mjs scripts/draw-link-pictures.ts`. What is edited in the
 * console is drawn by the build.
 */
await drawInto(fileURLToPath(new URL('../public', import.meta.url)), listPictures(shippedContent()))
