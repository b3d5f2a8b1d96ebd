type MeasuredFile = { kilobytes: number; pages?: number | undefined }

/** Formats as `PDF, 4 pages, 38 kB`; only the format if the file wasn't measured. */
export function describeFile(format: string, file: MeasuredFile | undefined): string {
	if (!file) return format
	const pages = file.pages === undefined ? [] : [file.pages === 1 ? '1 page' : `${file.pages} pages`]
	return [format, ...pages, `${file.kilobytes} kB`].join(', ')
}
