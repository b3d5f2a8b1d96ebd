import { downloadFile } from './download-file.ts'

/**
 * Downloads generated text as a file.
 * @param fileName with extension, e.g. `career-roadmap-template.txt`
 */
export function downloadText(fileName: string, text: string, type: 'text/plain' | 'text/csv' | 'text/calendar' = 'text/plain'): void {
	downloadFile(fileName, new Blob([text], { type: `${type};charset=utf-8` }))
}
