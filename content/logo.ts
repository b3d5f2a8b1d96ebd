/** The parts of a logo that was checked, for who draws it in a size of its own. */
export const logoParts = (source: string): { viewBox: string; fill: string | undefined; shapes: string } => ({
	viewBox: /viewBox="([^"]*)"/.exec(source)?.[1] ?? '0 0 40 40',
	fill: /^\s*<svg[^>]*\sfill="([^"]*)"/.exec(source)?.[1],
	shapes: source
		.replace(/^\s*<svg[^>]*>/, '')
		.replace(/<\/svg>\s*$/, '')
		.replaceAll(/>\s+</g, '><')
		.trim(),
})
