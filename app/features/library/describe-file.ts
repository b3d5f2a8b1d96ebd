type MeasuredFile = { kilobytes: number; pages?: number | undefined }

/** `PDF, 4 pages, 38 kB`; the format alone where the file has not been measured. */
export function describeFile(format: string, file: MeasuredFile | undefined): string {
	if (!file) return format
	const pages = file.pages === undefined ? [] : [file.pages === 1 ? '1 page' : `${file.pages} pages`]
	return [format, ...pages, `${file.kilobytes} kB`].join(', ')
}
