import { useId, useState, type FormEvent, type ReactNode } from 'react'

import { Button } from './button.tsx'
import { CodeField } from './field.tsx'

type CodeFormProps = {
	children: ReactNode
	/** Of the button. */
	label: string
	hint?: string
	/** Said when the field is empty. */
	missing: string
	/** @returns what is wrong with the code, or null */
	judge: (code: string) => Promise<string | null>
	onPassed: () => void
}

/** Asks for the six digits of a message or an app; a wrong code is said at the field, which gets the focus. */
export function CodeForm({ children, label, hint, missing, judge, onPassed }: CodeFormProps) {
	const fieldId = useId()
	const [code, setCode] = useState('')
	const [error, setError] = useState<string>()
	const [isBusy, setBusy] = useState(false)

	async function submit(event: FormEvent) {
		event.preventDefault()
		if (isBusy) return
		setBusy(true)
		const problem = code === '' ? missing : await judge(code)
		setBusy(false)
		if (problem === null) return onPassed()
		setError(problem)
		document.getElementById(fieldId)?.focus()
	}

	return (
		<form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
			{children}
			<CodeField
				id={fieldId}
				label="6-digit code"
				hint={hint}
				error={error}
				value={code}
				placeholder="000000"
				onCode={(digits) => {
					setCode(digits)
					setError(undefined)
				}}
			/>
			<div>
				<Button type="submit" pending={isBusy}>
					{label}
				</Button>
			</div>
		</form>
	)
}
