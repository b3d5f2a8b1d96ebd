import { useRef, useState } from 'react'

import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

import { Fact } from './format.tsx'

type CopyButtonProps = {
	value: string
	/** Names the copied text for screen readers. */ about?: string
	variant?: 'secondary' | 'quiet'
	onPress?: () => void
}

/** Button that copies a text. Needs JavaScript. `onPress` can select the text, in case the browser blocks copying. */
export function CopyButton({ value, about, variant = 'quiet', onPress }: CopyButtonProps) {
	const [isCopied, setIsCopied] = useState(false)
	if (!useHydrated()) return null
	const copy = async () => {
		onPress?.()
		await navigator.clipboard.writeText(value).then(
			() => setIsCopied(true),
			() => {},
		)
	}
	const label = isCopied ? 'Copied' : 'Copy'
	return (
		<>
			<Button
				variant={variant}
				className={variant === 'quiet' ? 'min-h-0 py-0 text-sm' : ''}
				aria-label={about && `${label} ${about}`}
				onClick={() => void copy()}
			>
				{label}
			</Button>
			<span role="status" className="sr-only">
				{isCopied ? 'Copied' : ''}
			</span>
		</>
	)
}

/** An ID for support, truncated to one line. */
export const CopiedId = ({ name, about, value }: { name: string; about: string; value: string }) => (
	<Fact name={name}>
		<span className="inline-block max-w-[75%] truncate align-bottom text-sm">{value}</span> <CopyButton value={value} about={about} />
	</Fact>
)

export function CopyField({ id, label, hint, value }: { id: string; label: string; hint?: string; value: string }) {
	const field = useRef<HTMLInputElement>(null)
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
			<CopyButton variant="secondary" value={value} onPress={() => field.current?.select()} />
		</div>
	)
}
