/** Types of the functions we call; the package has none. */
declare module 'subset-font' {
	type Options = { targetFormat: 'woff2' | 'woff'; variationAxes?: Readonly<Record<string, number>> }
	const subsetFont: (font: Buffer, text: string, options: Options) => Promise<Buffer>
	export default subsetFont
}
