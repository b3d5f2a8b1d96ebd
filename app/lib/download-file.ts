/** @param fileName with extension, e.g. `career-roadmap-template.txt` */
export function downloadText(fileName: string, text: string, type: 'text/plain' | 'text/csv' | 'text/calendar' = 'text/plain'): void {
	downloadFile(fileName, new Blob([text], { type: `${type};charset=utf-8` }))
}

/** @param fileName with extension, e.g. `weekly-planner.pdf` */
export function downloadFile(fileName: string, content: Blob): void {
	const address = URL.createObjectURL(content)
	const link = document.createElement('a')
	link.href = address
	link.download = fileName
	document.body.append(link)
	link.click()
	link.remove()
	// Some browsers read the URL only after the current task.
	setTimeout(() => URL.revokeObjectURL(address), 1000)
}
