import { useState } from 'react'

import { downloadFile } from '#app/lib/download-file.ts'
import { callApiForFile } from '#app/lib/own-api.ts'
import { Button } from '#app/ui/button.tsx'
import { reportProblem } from '#app/ui/report-problem.ts'
import { toast } from '#app/ui/toast-store.ts'

type FileButtonProps = { path: string; name: string; label: string; variant?: 'primary' | 'secondary' | 'quiet' }

export function FileButton({ path, name, label, variant = 'primary' }: FileButtonProps) {
	const [isPreparing, setPreparing] = useState(false)

	async function download() {
		setPreparing(true)
		try {
			downloadFile(name, await callApiForFile(path, { timeoutMs: 30_000 }))
		} catch (error) {
			reportProblem(`${name} wasn’t downloaded`, error)
			toast({ title: 'Not downloaded', description: 'We couldn’t create the file. Please try again in a moment.', variant: 'destructive' })
		} finally {
			setPreparing(false)
		}
	}

	return (
		<Button variant={variant} pending={isPreparing} onClick={() => void download()}>
			{label}
		</Button>
	)
}
