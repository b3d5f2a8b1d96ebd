import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- Vite's `?url` import exports the file's URL
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = worker

/**
 * Loads a PDF. This module is imported only when one is shown.
 * @throws Error if the file can't be fetched or parsed
 */
export const readPdf = (url: string): Promise<PDFDocumentProxy> => getDocument({ url }).promise
