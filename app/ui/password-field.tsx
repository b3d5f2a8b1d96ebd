import { useId, useState, type ComponentProps } from 'react'

import { Field } from './field.tsx'

type PasswordFieldProps = { label: string; hint?: string | undefined; error?: string | undefined } & Omit<ComponentProps<'input'>, 'type'>

export function PasswordField({ label, hint, error, ...rest }: PasswordFieldProps) {
	const id = useId()
	const [isShown, setShown] = useState(false)
	return (
		<Field id={id} label={label} hint={hint} error={error}>
			{(aria) => (
				<div className="flex gap-2">
					<input
						{...rest}
						{...aria}
						id={id}
						type={isShown ? 'text' : 'password'}
						className="control"
						autoCapitalize="none"
						spellCheck={false}
					/>
					<button
						type="button"
						aria-pressed={isShown}
						aria-controls={id}
						aria-label="Show password"
						className="btn btn-quiet flex-none"
						onClick={() => setShown(!isShown)}
					>
						{isShown ? 'Hide' : 'Show'}
					</button>
				</div>
			)}
		</Field>
	)
}
