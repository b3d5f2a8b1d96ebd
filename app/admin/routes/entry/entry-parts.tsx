import type { ComponentProps, ReactNode } from 'react'

import { Button, type ButtonVariant } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'

type EntryFrameProps = { title: string; siteName: string; children: ReactNode }

export const EntryFrame = ({ title, siteName, children }: EntryFrameProps) => (
	<main className="console-entry mx-auto grid max-w-120 gap-5 px-4 pt-12 pb-16">
		<title>{`${title} · ${siteName} console`}</title>
		<p className="font-semibold">{`${siteName} console`}</p>
		<h1>{title}</h1>
		{children}
	</main>
)

type EntryFormProps = {
	action: string
	label: string
	hidden: Readonly<Record<string, string>>
	tone?: ButtonVariant
	/** Second submit button, which posts to another URL. */
	other?: { action: string; label: string }
	children?: ReactNode
}

/** Plain form, because these pages load no JavaScript bundle. The server validates the fields and shows each error at its field. */
export const EntryForm = ({ action, label, hidden, tone, other, children }: EntryFormProps) => (
	<form method="post" action={action} noValidate className="grid max-w-160 gap-3">
		{Object.entries(hidden).map(([name, value]) => (
			<input key={name} type="hidden" name={name} value={value} />
		))}
		{children}
		<div className="flex flex-wrap gap-3">
			<Button type="submit" variant={tone ?? 'primary'}>
				{label}
			</Button>
			{other && (
				<Button type="submit" variant="secondary" formAction={other.action}>
					{other.label}
				</Button>
			)}
		</div>
	</form>
)

type FieldProps = ComponentProps<typeof TextField>

export const EmailField = (props: FieldProps) => (
	<TextField id="email" name="email" type="email" autoComplete="username" required maxLength={320} {...props} />
)

export const PasswordField = (props: FieldProps) => (
	<TextField id="password" name="password" type="password" required maxLength={1000} {...props} />
)
