import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- Vite makes it the address of the file
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = worker

/** Loaded when a PDF is shown. @throws Error when the file cannot be had or read */
export const readPdf = (url: string): Promise<PDFDocumentProxy> => getDocument({ url }).promise
