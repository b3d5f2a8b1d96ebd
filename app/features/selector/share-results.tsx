import { useId, useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast-store.ts'

/**
 * Button that copies a link containing the answers; nothing is stored on the server.
 * @param path path and query; the visitor's origin is prepended
 */
export function ShareResults({ path }: { path: string }) {
	const id = useId()
	const [address, setAddress] = useState<string | null>(null)

	async function share() {
		const link = new URL(path, location.origin).href
		setAddress(link)
		try {
			await navigator.clipboard.writeText(link)
			toast({ title: 'Link copied', description: 'Anyone who opens it sees these answers and their results.' })
		} catch {
			// The browser didn't allow copying, so the link is shown on the page.
			toast({ title: 'Your link is ready', description: 'Copy it from the field below the button.' })
		}
	}

	const isCurrent = address?.endsWith(path) ?? false
	return (
		<div className="grid content-start justify-items-start gap-3">
			<Button variant="secondary" onClick={() => void share()}>
				Share Results
			</Button>
			{isCurrent && address && (
				<div className="w-full">
					<label htmlFor={id} className="font-semibold">
						Link to these answers
					</label>
					<input id={id} className="control" readOnly value={address} onFocus={(event) => event.target.select()} />
				</div>
			)}
		</div>
	)
}
