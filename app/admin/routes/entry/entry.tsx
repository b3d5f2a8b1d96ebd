import { use } from 'react'

import { NonceContext } from '#app/admin/nonce.ts'
import { useStandaloneData } from '#app/admin/use-given.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/field.tsx'
import { InlineScript } from '#app/ui/raw-html.tsx'
import type { EntryPage } from '#server/console/shell/visit.ts'

import { EntryFrame } from './entry-parts.tsx'
import { Invitation, InvitationOver } from './invitation.tsx'
import { Problem } from './problem.tsx'
import { NewFactor, SecondFactor } from './second-factor.tsx'
import { NoSetupLink, Setup } from './setup.tsx'
import { LinkSent, MailedLink, SignIn } from './sign-in.tsx'

/** Inline script of the Copy button, because sign-in pages load no bundle. Without JavaScript, the button stays hidden. */
const COPY = `var b=document.getElementById("copy"),t=document.getElementById("codes");b.hidden=!navigator.clipboard;b.onclick=function(){t.select();navigator.clipboard.writeText(t.value).then(function(){b.textContent="Copied"})}`

/** Shows new recovery codes, once: the server stores only their hashes. */
function RecoveryCodes({ codes, siteUrl, email, to }: Extract<EntryPage, { page: 'recovery-codes' }>) {
	const nonce = use(NonceContext)
	const text = `Recovery codes for ${email} at ${siteUrl}\nEach works once, in place of a code from your authenticator app.\n\n${codes.join('\n')}\n`
	return (
		<>
			<p>
				Use one of these if you can’t use your authenticator app. Each works once. Keep them in a password manager or on paper, not only on
				that phone.
			</p>
			<p className="font-semibold">You won’t see these codes again.</p>
			<TextArea id="codes" label="Recovery codes" readOnly rows={codes.length} value={codes.join('\n')} className="font-mono" />
			<p className="flex flex-wrap gap-3">
				<Button variant="secondary" id="copy" hidden>
					Copy
				</Button>
				<LinkButton variant="secondary" download="recovery-codes.txt" to={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}>
					Download
				</LinkButton>
			</p>
			<p>
				<LinkButton to={to}>I have saved them</LinkButton>
			</p>
			<InlineScript code={COPY} nonce={nonce} />
		</>
	)
}

/** Page that opens the requested page again, this time with the cookie: browsers omit it when a link in an email is opened. */
const OneMoment = ({ to }: { to: string }) => (
	<>
		<meta httpEquiv="refresh" content={`0; url=${to}`} />
		<p>
			<a href={to}>Continue</a>
		</p>
	</>
)

const TITLES = {
	invitation: 'Join the team',
	'invitation-over': 'This invitation is no longer valid',
	setup: 'Set up your academy',
	'no-setup-link': 'Set up your academy',
	'sign-in': 'Sign in',
	'link-sent': 'Check your inbox',
	'mailed-link': 'Open the console',
	'second-factor': 'Second factor',
	'new-factor': 'Set up your second factor',
	'recovery-codes': 'Save your recovery codes',
	'one-moment': 'One moment',
	problem: 'Something went wrong',
} as const

function Content({ entry }: { entry: EntryPage }) {
	switch (entry.page) {
		case 'invitation':
			return <Invitation {...entry} />
		case 'invitation-over':
			return <InvitationOver {...entry} />
		case 'setup':
			return <Setup {...entry} />
		case 'no-setup-link':
			return <NoSetupLink {...entry} />
		case 'sign-in':
			return <SignIn {...entry} />
		case 'link-sent':
			return <LinkSent {...entry} />
		case 'mailed-link':
			return <MailedLink {...entry} />
		case 'second-factor':
			return <SecondFactor {...entry} />
		case 'new-factor':
			return <NewFactor {...entry} />
		case 'recovery-codes':
			return <RecoveryCodes {...entry} />
		case 'one-moment':
			return <OneMoment {...entry} />
		case 'problem':
			return <Problem {...entry} />
	}
}

/** Sign-in pages and refusals, without JavaScript. A refusal can be shown at any URL, even at one that has no page. */
export default function EntryRoute() {
	const entry = useStandaloneData<EntryPage>()
	return (
		<EntryFrame title={TITLES[entry.page]} siteName={entry.siteName}>
			<Content entry={entry} />
		</EntryFrame>
	)
}
