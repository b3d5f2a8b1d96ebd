import { writeWord } from './docx.ts'
import { printPdf } from './pdfkit.ts'
import type { DocumentPrinter } from './port.ts'
import { writeWorkbook } from './write-excel-file.ts'

/** PDF by pdfkit, DOCX by docx, XLSX by write-excel-file. Each is loaded with its first file. */
export const filePrinter: DocumentPrinter = { print: printPdf, writeWord, writeWorkbook }
