import { useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast-store.ts'

import { type AuthOutcome, describeRefusal } from './auth-refusal.ts'
import { downloadFile } from './download-file.ts'

const FILES = { json: 'my-data.json', csv: 'my-data.zip' } as const
type Format = keyof typeof FILES

export const showError = (description: string) => toast({ title: 'Error', description, variant: 'destructive' })

/** @param verb first word of the buttons' labels */
export function DataFileButtons({ verb, ask }: { verb: string; ask: (format: Format) => Promise<AuthOutcome<Blob>> }) {
	const [busyWith, setBusyWith] = useState<Format | null>(null)

	async function save(format: Format) {
		if (busyWith) return
		setBusyWith(format)
		const outcome = await ask(format)
		setBusyWith(null)
		if (!outcome.ok) return void showError(describeRefusal(outcome.refusal))
		downloadFile(FILES[format], outcome.value)
		toast({ title: 'Your data', description: 'The file is in your downloads' })
	}

	return (
		<div className="flex flex-wrap gap-4">
			{(['json', 'csv'] as const).map((format) => (
				<Button key={format} variant="secondary" pending={busyWith === format} onClick={() => void save(format)}>
					{verb} as {format.toUpperCase()}
				</Button>
			))}
		</div>
	)
}
