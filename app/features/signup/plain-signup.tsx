import { AgeNote } from '#app/ui/age-note.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { Signup } from '#content/schema/signup.ts'
import { paths } from '#contracts/paths.ts'
import { SIGNUP_NAME_MAX_LENGTH } from '#domain/auth/signup-name.ts'

/** The same two fields for a browser without JavaScript, which posts them by itself. */
export function PlainSignup({ words }: { words: Signup['modal'] }) {
	return (
		<form className="relative grid max-w-md gap-5" method="post" action={paths.signup}>
			<h2>{words.title}</h2>
			<p>{words.text}</p>
			<TextField label={words.nameLabel} name="name" autoComplete="name" required maxLength={SIGNUP_NAME_MAX_LENGTH} />
			<TextField label={words.emailLabel} name="email" type="email" autoComplete="email" required maxLength={254} />
			<div className="sr-only" aria-hidden="true">
				<label>
					Leave this field empty
					<input name="website" type="text" tabIndex={-1} autoComplete="off" />
				</label>
			</div>
			<div>
				<Button type="submit" size="lg">
					{words.submitLabel}
				</Button>
			</div>
			<AgeNote />
			<p className="text-soft">{words.privacyNote}</p>
		</form>
	)
}
