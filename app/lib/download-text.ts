import { downloadFile } from './download-file.ts'

/**
 * Downloads a text file made in the browser.
 * @param fileName with its extension, e.g. `career-roadmap-template.txt`
 */
export function downloadText(fileName: string, text: string, type: 'text/plain' | 'text/csv' | 'text/calendar' = 'text/plain'): void {
	downloadFile(fileName, new Blob([text], { type: `${type};charset=utf-8` }))
}
