import { useState } from 'react'

import { downloadFile } from '#app/lib/download-file.ts'
import { callApiForFile } from '#app/lib/own-api.ts'
import { Button } from '#app/ui/button.tsx'
import { reportProblem } from '#app/ui/report-problem.ts'
import { toast } from '#app/ui/toast-store.ts'

/** What the account has, as a file; offered where browser and account agree. */
export function PdfButton() {
	const [isPreparing, setPreparing] = useState(false)

	async function download() {
		setPreparing(true)
		try {
			downloadFile('my-exercises.pdf', await callApiForFile('/api/exercises/exercises.pdf', { timeoutMs: 30_000 }))
		} catch (error) {
			reportProblem('The exercises were not downloaded', error)
			toast({ title: 'Not downloaded', description: 'The file could not be made just now. Please try again.', variant: 'destructive' })
		} finally {
			setPreparing(false)
		}
	}

	return (
		<div className="screen-only">
			<Button variant="secondary" pending={isPreparing} onClick={() => void download()}>
				Download exercises as PDF
			</Button>
		</div>
	)
}
