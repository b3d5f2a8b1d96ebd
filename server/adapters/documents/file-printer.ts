import { documentThreads, type DocumentThreads } from './document-threads.ts'
import type { DocumentPrinter } from './port.ts'

const PDF = new URL('./pdfkit.ts', import.meta.url)
const WORD = new URL('./docx.ts', import.meta.url)
const WORKBOOK = new URL('./write-excel-file.ts', import.meta.url)

/** Creates a printer that runs each job in a worker thread, which loads its library at first use. */
export const createFilePrinter = ({ run }: DocumentThreads): DocumentPrinter => ({
	print: (task) => run({ file: PDF, name: 'printPdf', task }),
	writeDocx: (task) => run({ file: WORD, name: 'writeDocx', task }),
	writeWorkbook: (task) => run({ file: WORKBOOK, name: 'writeWorkbook', task }),
})

export const filePrinter = createFilePrinter(documentThreads)
