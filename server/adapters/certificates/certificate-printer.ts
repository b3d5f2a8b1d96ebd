import { documentThreads } from '#server/adapters/documents/document-threads.ts'

import { canPrint } from './pdfkit-certificate.ts'
import type { CertificatePrinter } from './port.ts'

const PDF = new URL('./pdfkit-certificate.ts', import.meta.url)

export const certificatePrinter: CertificatePrinter = {
	canPrint,
	print: (task) => documentThreads.run({ file: PDF, name: 'printCertificate', task }),
}
