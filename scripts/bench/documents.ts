import { content } from '#content/loaded.server.ts'
import type { DocumentFormat } from '#content/schema/document.ts'
import { filePrinter } from '#server/adapters/documents/file-printer.ts'
import { makeFile } from '#server/services/commerce/downloads/render-document.ts'

import { type BenchOptions, type Measurement, median } from './rig/measurement.ts'

const { libraryDocuments } = content

const FORMATS: readonly DocumentFormat[] = ['pdf', 'docx', 'xlsx', 'csv']

/** How long the server takes to make a document: the first of a format, including its library, then all the others. */
export async function measureDocuments({ print }: BenchOptions): Promise<Measurement[]> {
	const measured: Measurement[] = []
	for (const format of FORMATS) {
		const times: number[] = []
		let bytes = 0
		for (const document of libraryDocuments.values()) {
			if (!document.formats.some((name) => name === format)) continue
			const startedAt = performance.now()
			bytes += (await makeFile({ documents: filePrinter, content }, document, format)).byteLength
			times.push(performance.now() - startedAt)
		}
		const [first, ...others] = times
		if (first === undefined || others.length === 0) continue
		print(`${format}: ${times.length} documents, ${Math.round(bytes / times.length / 1024)} kB each`)
		measured.push(
			{ name: `first ${format} after a start`, value: first, unit: 'ms', note: 'its library is loaded with it' },
			{
				name: `${format}, median`,
				value: median(others),
				unit: 'ms',
				note: `of ${others.length} documents; slowest ${Math.max(...others).toFixed(0)} ms`,
			},
		)
	}
	return measured
}
