/** File of the logo, which is shown next to the name, in the icon and in link previews. */
export const LOGO_FILE = 'logo.svg'
/** File of the logo in dark mode. Without it, both modes show the same logo. */
export const DARK_LOGO_FILE = 'logo-dark.svg'
/** Maximum size of a vector logo, which is inlined in the header and footer of every page. */
const MAX_CHARACTERS = 3000
const SHAPES = new Set(['svg', 'g', 'path', 'circle', 'ellipse', 'rect', 'line', 'polyline', 'polygon'])
const TAG = /\s*<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"<>&]*")*)\s*(\/?)>\s*/y
const ATTRIBUTE = /([\w:-]+)="([^"]*)"/g
const NUMBERS = /^[\d\s.,eE+-]*$/
/** CSS variables follow the light and dark theme; hex colors are fixed. */
const COLOR = /^(?:none|#[0-9a-f]{3}|#[0-9a-f]{6}|var\(--(?:accent|accent-ink|on-accent|ink|ground|sun|spruce)\))$/i
const PROPERTIES: Record<string, RegExp> = {
	xmlns: /^http:\/\/www\.w3\.org\/2000\/svg$/,
	viewBox: NUMBERS,
	d: /^[\d\s.,eEa-zA-Z+-]*$/,
	points: NUMBERS,
	fill: COLOR,
	stroke: COLOR,
	'fill-rule': /^(?:evenodd|nonzero)$/,
	'clip-rule': /^(?:evenodd|nonzero)$/,
	'stroke-linecap': /^(?:butt|round|square)$/,
	'stroke-linejoin': /^(?:miter|round|bevel)$/,
	transform: /^[a-zA-Z\d\s.,()+-]*$/,
}
/** Attributes allowed on the <svg> element itself. Attributes that shapes inherit must be on the shapes or on a <g>. */
const OF_WHOLE = new Set(['xmlns', 'viewBox', 'width', 'height', 'fill'])
for (const name of 'width height x y x1 y1 x2 y2 cx cy r rx ry opacity stroke-width stroke-miterlimit'.split(' '))
	PROPERTIES[name] = NUMBERS

function findAttributeIssue(element: string, attributes: string): string | null {
	const seen = new Set<string>()
	for (const [, name = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
		if (seen.has(name)) return `<${element}> has ${name} twice`
		seen.add(name)
		const allowed = Object.hasOwn(PROPERTIES, name) ? PROPERTIES[name] : undefined
		if (!allowed || (element === 'svg' && !OF_WHOLE.has(name)))
			return `the attribute ${name} of <${element}> isn’t allowed in a logo; remove it`
		if (!allowed.test(value)) return `${name}="${value}" cannot be used in a logo`
	}
	return null
}

/** Height of a bitmap logo in pixels, more than the header and link previews show. */
export const LOGO_SIDE = 256
export const LOGO_RATIO = 4

const PICTURE =
	/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 (\d{3,4}) 256"><image width="\1" height="256" href="data:image\/png;base64,([A-Za-z0-9+/]+={0,2})"\/><\/svg>\n?$/

/**
 * Returns the content of logo.svg for a PNG logo. It is wrapped in an SVG, so that all code that shows the logo can show it.
 * @param png in base64
 * @param width in pixels
 */
export const printLogoPicture = (png: string, width: number = LOGO_SIDE): string =>
	`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${LOGO_SIDE}"><image width="${width}" height="${LOGO_SIDE}" href="data:image/png;base64,${png}"/></svg>\n`

/** FNV-1a hash for the picture's URL, so that each version has its own. */
function hash(text: string): string {
	let sum = 0x811c9dc5
	for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
	return (sum >>> 0).toString(36)
}

type LogoPicture = { png: string; /** In pixels. */ width: number; address: string }

/** Returns a bitmap logo's PNG in base64, and the URL from which pages load it; null for a vector logo. */
export function readLogoPicture(source: string): LogoPicture | null {
	const [, width, png] = PICTURE.exec(source) ?? []
	return png === undefined ? null : { png, width: Number(width), address: `/assets/logo-${hash(png)}.png` }
}

/** Maximum length of a picture: base64 of 45 kB. */
const MAX_PICTURE_CHARACTERS = 60_000
const SIGNATURE = '\x89PNG\r\n\x1a\n'
/** Allowed PNG chunks: only pixels and colors, no text or metadata. */
const CHUNKS = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Decodes base64, one character per byte. Written by hand: `atob` is a platform API and not part of ECMAScript. */
function decodeBase64(text: string): string {
	let bytes = ''
	let bits = 0
	for (const [index, digit] of [...text.replace(/=+$/, '')].entries()) {
		bits = ((bits << 6) | DIGITS.indexOf(digit)) & 0xffff
		if (index % 4 !== 0) bytes += String.fromCharCode((bits >> (6 - 2 * (index % 4))) & 0xff)
	}
	return bytes
}

const numberAt = (bytes: string, at: number) => [0, 1, 2, 3].reduce((sum, index) => sum * 256 + bytes.charCodeAt(at + index), 0)

function findPictureProblem({ png, width }: LogoPicture): string | null {
	if (!isFitting(width, LOGO_SIDE)) return `is ${width} pixels wide; a logo is square, or up to ${LOGO_RATIO} times as wide as it’s tall`
	if (png.length > MAX_PICTURE_CHARACTERS) return 'the picture is too large; upload it again in the console, under Logo'
	const bytes = decodeBase64(png)
	let at = SIGNATURE.length
	let last = ''
	while (bytes.startsWith(SIGNATURE) && at + 12 <= bytes.length && last !== 'IEND') {
		last = bytes.slice(at + 4, at + 8)
		const isSized = last !== 'IHDR' || (numberAt(bytes, at + 8) === width && numberAt(bytes, at + 12) === LOGO_SIDE)
		if (!CHUNKS.has(last) || !isSized) return `must be a PNG of ${width} × ${LOGO_SIDE} pixels without metadata`
		at += 12 + numberAt(bytes, at)
	}
	return last === 'IEND' && at === bytes.length ? null : 'the picture is damaged; upload it again in the console, under Logo'
}

const isFitting = (width: number, height: number) => height > 0 && width >= height && width <= LOGO_RATIO * height

const fitsPages = (attributes: string) => {
	const [, , width, height] = (/viewBox="([^"]*)"/.exec(attributes)?.[1] ?? '').trim().split(/[\s,]+/)
	return isFitting(Number(width), Number(height))
}

/**
 * Validates content/logo.svg. Pages contain it unchanged, so only shapes with known attributes are allowed: no scripts, styles, links or
 * external images.
 */
export function checkLogo(source: string): { line: number; message: string }[] {
	const picture = readLogoPicture(source)
	if (picture) {
		const problem = findPictureProblem(picture)
		return problem === null ? [] : [{ line: 1, message: problem }]
	}
	const lineAt = (index: number) => source.slice(0, index).split('\n').length
	if (source.length > MAX_CHARACTERS) return [{ line: 1, message: `has ${source.length} characters; the limit is ${MAX_CHARACTERS}` }]
	const open: string[] = []
	let isClosed = false
	for (let at = 0; at < source.length; at = TAG.lastIndex) {
		TAG.lastIndex = at
		const [found, closes, element = '', attributes = '', isEmpty] = TAG.exec(source) ?? []
		const refuse = (message: string) => [{ line: lineAt(at + (found?.search(/\S/) ?? 0)), message }]
		if (found === undefined || isClosed) return refuse('only shapes are allowed: no text, comment, script or style')
		if (!SHAPES.has(element)) return refuse(`<${element}> isn’t allowed in a logo; draw it with ${[...SHAPES].slice(2).join(', ')}`)
		if (!closes && (element === 'svg') !== (open.length === 0)) return refuse('all shapes must be inside one <svg>')
		const issue = findAttributeIssue(element, attributes)
		if (issue !== null) return refuse(issue)
		if (element === 'svg' && !closes && !fitsPages(attributes))
			return refuse(
				'<svg> needs a viewBox that is square, such as "0 0 40 40", or up to 4 times as wide as it’s tall, such as "0 0 160 40"',
			)
		if (closes && open.pop() !== element) return refuse(`</${element}> has no opening tag`)
		if (!closes && !isEmpty) open.push(element)
		isClosed = open.length === 0
	}
	return isClosed ? [] : [{ line: lineAt(source.length), message: 'a shape is not closed' }]
}
