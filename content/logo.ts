import { LOGO_SIDE, readLogoPicture } from './schema/logo.ts'

/** Returns the parts of a validated logo, to draw it at another size. */
export const logoParts = (source: string): { viewBox: string; fill: string | undefined; shapes: string } => ({
	viewBox: /viewBox="([^"]*)"/.exec(source)?.[1] ?? '0 0 40 40',
	fill: /^\s*<svg[^>]*\sfill="([^"]*)"/.exec(source)?.[1],
	shapes: source
		.replace(/^\s*<svg[^>]*>/, '')
		.replace(/<\/svg>\s*$/, '')
		.replaceAll(/>\s+</g, '><')
		.trim(),
})

/** Height on pages, in pixels. */
const SHOWN_HEIGHT = 40
/** Aspect ratio from which a logo counts as containing the name. */
const WIDE = 2

/** Returns a logo's aspect ratio: width divided by height. */
export function logoRatio(source: string): number {
	const [, , width, height] = logoParts(source)
		.viewBox.trim()
		.split(/[\s,]+/)
	return Number(width) / Number(height)
}

/** True if the logo is so wide that it replaces the academy's name. */
export const isWideLogo = (source: string): boolean => logoRatio(source) >= WIDE

/** Name and logo for the top of a document. `logo` has a PNG in base64, or is null for a vector logo. */
export type Letterhead = {
	name: string
	logo: { png: string; ratio: number } | null
	/** True if the logo contains the name. */ isWide: boolean
}

export function letterheadOf({ site, logo }: { site: { name: string }; logo: string }): Letterhead {
	const picture = readLogoPicture(logo)
	return {
		name: site.name,
		logo: picture && { png: picture.png, ratio: logoRatio(logo) },
		isWide: picture !== null && isWideLogo(logo),
	}
}

/**
 * Returns a logo's parts for a page. A bitmap is loaded by URL, so that it isn't part of each page. `width` is set unless the
 * logo is square.
 */
export function logoOnPage(source: string): ReturnType<typeof logoParts> & { width?: number } {
	const picture = readLogoPicture(source)
	const ratio = logoRatio(source)
	return {
		...logoParts(source),
		...(ratio !== 1 && { width: Math.round(SHOWN_HEIGHT * ratio) }),
		...(picture && { shapes: `<image width="${picture.width}" height="${LOGO_SIDE}" href="${picture.address}"/>` }),
	}
}
