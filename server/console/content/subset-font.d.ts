/** It has no types of its own: what we call of it. */
declare module 'subset-font' {
	type Options = { targetFormat: 'woff2' | 'woff'; variationAxes?: Readonly<Record<string, number>> }
	const subsetFont: (font: Buffer, text: string, options: Options) => Promise<Buffer>
	export default subsetFont
}
