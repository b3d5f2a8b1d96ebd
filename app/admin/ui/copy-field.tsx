import { useRef, useState } from 'react'

import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

export function CopyField({ id, label, hint, value }: { id: string; label: string; hint?: string; value: string }) {
	const field = useRef<HTMLInputElement>(null)
	const [isCopied, setIsCopied] = useState(false)
	const isHydrated = useHydrated()
	const copy = async () => {
		field.current?.select()
		await navigator.clipboard.writeText(value).then(
			() => setIsCopied(true),
			// Copying was blocked. The text is selected, so it can be copied with the keyboard.
			() => {},
		)
	}
	return (
		<div className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 items-end max-w-160">
			<TextField
				ref={field}
				id={id}
				label={label}
				hint={hint}
				value={value}
				readOnly
				onFocus={({ currentTarget }) => currentTarget.select()}
			/>
			{isHydrated && (
				<Button variant="secondary" onClick={() => void copy()}>
					{isCopied ? 'Copied' : 'Copy'}
				</Button>
			)}
			<span role="status" className="sr-only">
				{isCopied ? 'Copied' : ''}
			</span>
		</div>
	)
}
