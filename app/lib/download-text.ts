/**
 * Hands the visitor a text file made in the browser.
 * @param fileName with its ending, e.g. `career-roadmap-template.txt`
 */
export function downloadText(fileName: string, text: string, type: 'text/plain' | 'text/csv' = 'text/plain'): void {
	const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
	const link = document.createElement('a')
	link.href = address
	link.download = fileName
	document.body.append(link)
	link.click()
	link.remove()
	// Some browsers read the address only after this turn of the event loop.
	setTimeout(() => URL.revokeObjectURL(address), 1000)
}
