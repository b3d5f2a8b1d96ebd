import { useGiven } from '#app/admin/use-given.ts'
import type { EntryPage } from '#server/console/shell/visit.ts'

import { EntryFrame } from './entry-parts.tsx'
import { Invitation, InvitationOver } from './invitation.tsx'
import { Problem } from './problem.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { NewFactor, SecondFactor } from './second-factor.tsx'
import { NoSetupLink, Setup } from './setup.tsx'
import { LinkSent, MailedLink, SignIn } from './sign-in.tsx'

/** Page that reloads itself, so the browser sends the cookie that was just set. */
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

/** Sign-in pages and refusals, without JavaScript: any URL can respond with a refusal, even one without a page. */
export default function EntryRoute() {
	const entry = useGiven<EntryPage>()
	return (
		<EntryFrame title={TITLES[entry.page]} siteName={entry.siteName}>
			<Content entry={entry} />
		</EntryFrame>
	)
}
