import type { Hono } from 'hono'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { consolePaths as places } from '#contracts/console-paths.ts'
import { FONT_FAMILIES } from '#contracts/font-families.ts'
import { matchEncoding } from '#server/http/accept-encoding.ts'
import type { HttpEnv } from '#server/http/environment.ts'
import { limitRate } from '#server/http/limits.ts'
import { cacheControl } from '#server/http/security-headers.ts'
import type { ServiceContext } from '#server/services/context.ts'

/** Folder with the output of scripts/build.mjs. */
export const BUILD_DIR = path.resolve(import.meta.dirname, '..', '..', '..', 'build-admin')

type Brand = ServiceContext['content']['brand']

const YEAR = 'public, max-age=31536000, immutable'

const colorsOf = ({ accent, accentHover, accentInk, onAccent }: Brand['day']) =>
	`--accent: ${accent}; --accent-hover: ${accentHover}; --accent-ink: ${accentInk}; --on-accent: ${onAccent}`

const CSS = 'text/css; charset=utf-8'

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 10)

type Look = { brand: Brand; headingFace?: ServiceContext['content']['headingFace'] }

/**
 * Returns the style sheet of the brand's fonts and colors; everything else is in the built style sheet. The URL changes with them. The
 * heading font is only for texts of the site (`page-text`): the console has its own.
 */
export function brandStyle({ brand: { font, day, night }, headingFace }: Look) {
	const heading = headingFace?.()
	const family = font === 'besley' ? '' : `; --font-sans: ${FONT_FAMILIES[font]}`
	const text = `:root { ${colorsOf(day)}${family} }
@media (prefers-color-scheme: dark) { :root:not([data-theme='light']) { ${colorsOf(night)} } }
:root[data-theme='dark'] { ${colorsOf(night)} }
${heading ? `${heading.faces}.page-text{${heading.rule}}\n` : ''}`
	return { text, href: `${places.brand}?v=${hashOf(text)}` }
}

/** Returns the URL of the site's icon. Browsers cache the icon for an hour, so the URL changes with the logo and its colors. */
export const siteIcon = (content: Pick<ServiceContext['content'], 'brand' | 'logo'>): string =>
	`/favicon.svg?v=${hashOf(content.logo + brandStyle({ brand: content.brand }).text)}`

const TYPES: Readonly<Record<string, string>> = {
	'.js': 'text/javascript; charset=utf-8',
	'.mjs': 'text/javascript; charset=utf-8',
	'.css': CSS,
	'.woff2': 'font/woff2',
	'.svg': 'image/svg+xml',
}

/** Reads a built file, or its copy compressed with `encoding` if there is one; null if there is no such file. */
async function readBuilt(
	name: string,
	encoding: string | null,
): Promise<{ body: Uint8Array<ArrayBuffer>; encoding: string | null } | null> {
	if (!/^[\w.-]+$/.test(name) || TYPES[path.extname(name)] === undefined) return null
	const file = path.join(BUILD_DIR, 'client', 'admin', 'assets', name)
	const packed = encoding === null ? null : await readFile(`${file}.${encoding === 'br' ? 'br' : 'gz'}`).catch(() => null)
	const body = packed ?? (await readFile(file).catch(() => null))
	return body && { body: new Uint8Array(body), encoding: packed ? encoding : null }
}

export function mountAssets(app: Hono<HttpEnv>): void {
	const reads = limitRate({ name: 'console-assets', points: 3000, seconds: 600 })
	app.get(places.brand, reads, cacheControl(YEAR), (c) => c.body(brandStyle(c.var.ctx.content).text, 200, { 'Content-Type': CSS }))
	app.get(places.built, reads, cacheControl(YEAR), async (c) => {
		const name = c.req.param('file') ?? ''
		const found = await readBuilt(name, matchEncoding(c.req.header('accept-encoding') ?? null, ['br', 'gzip']))
		if (!found) return c.notFound()
		c.header('Vary', 'Accept-Encoding')
		if (found.encoding !== null) c.header('Content-Encoding', found.encoding)
		return c.body(found.body, 200, { 'Content-Type': TYPES[path.extname(name)] ?? 'application/octet-stream' })
	})
}
