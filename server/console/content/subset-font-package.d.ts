/** The package has no types, so this declares the functions we call. */
declare module 'subset-font' {
	type Options = { targetFormat: 'woff2' | 'woff'; variationAxes?: Readonly<Record<string, number>> }
	const subsetFont: (font: Buffer, text: string, options: Options) => Promise<Buffer>
	export default subsetFont
}
