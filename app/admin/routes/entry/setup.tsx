import { use } from 'react'

import { NonceContext } from '#app/admin/nonce.ts'
import { Alert } from '#app/ui/callout.tsx'
import { Select, TextField } from '#app/ui/field.tsx'
import { InlineScript } from '#app/ui/raw-html.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { EntryPage } from '#server/console/shell/visit.ts'

import { EmailField, EntryForm, PasswordField } from './entry-parts.tsx'

type Props<Name extends EntryPage['page']> = Extract<EntryPage, { page: Name }>

/**
 * Inline script that selects the browser's time zone, and adds it if the browser uses an old name that isn't listed.
 * These pages load no bundle.
 */
const ZONE =
	'{const zone=Intl.DateTimeFormat().resolvedOptions().timeZone,field=document.querySelector("[name=timeZone]");field.value=zone;if(field.value!==zone)field.add(new Option(zone,zone,true,true))}'

export const Setup = ({ token, typed, zones, zone, passwordLength, errors, refused }: Props<'setup'>) => (
	<>
		<p>Create your account and name your academy. You can change everything later.</p>
		{refused !== null && <Alert>{refused}</Alert>}
		<EntryForm action={consolePaths.setup} label="Create account" hidden={{ token }}>
			<EmailField label="Your email" defaultValue={typed.email} error={errors.email} />
			<PasswordField
				label="Password"
				hint={`At least ${passwordLength} characters. A sentence is easy to remember and hard to guess.`}
				autoComplete="new-password"
				error={errors.password}
			/>
			<TextField
				id="name"
				name="name"
				label="Academy name"
				hint="Shown on every page and in every email."
				autoComplete="organization"
				required
				maxLength={80}
				defaultValue={typed.name}
				error={errors.name}
			/>
			<Select
				id="time-zone"
				name="timeZone"
				label="Time zone"
				hint="For figures, coupon dates and when newsletters are sent."
				defaultValue={typed.timeZone || zone}
				options={zones.map((each) => [each, each.replaceAll('_', ' ')] as const)}
			/>
		</EntryForm>
		{typed.timeZone === '' && <InlineScript code={ZONE} nonce={use(NonceContext)} />}
		<p className="text-soft">Next, set up an authenticator app: the console always requires a second factor.</p>
	</>
)

export const NoSetupLink = ({ validHours, isExpired }: Props<'no-setup-link'>) => (
	<>
		{isExpired && <Alert>This link has expired or was already used.</Alert>}
		<p>This academy has no operator yet. The person who starts the server gets a link to set it up:</p>
		<ol className="list-decimal pl-6">
			<li>
				{'In the terminal, stop the server with Ctrl-C and run '}
				<code>npm start</code>
				{' again.'}
			</li>
			<li>Open the link that it prints under “Set up your academy”.</li>
		</ol>
		<p className="text-soft">{`Each link works once, within ${validHours} hours. Each start prints a new one.`}</p>
		<p>
			<a href={consolePaths.signIn}>I already have an account</a>
		</p>
	</>
)
