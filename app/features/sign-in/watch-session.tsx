import { type ComponentType, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

import { dismissEndedSession, useEndedSession } from '#app/lib/ended-session.ts'
import { type SignedInUser, useSession } from '#app/lib/stored-session.ts'
import { paths } from '#contracts/paths.ts'

import type { EndedSession } from './ended-session-note.tsx'

type Parts = { Note: ComponentType<EndedSession> }

/** Shows a banner when the session has ended. Its code is loaded on demand. Used once, around the layout's pages. */
export function WatchSession() {
	const ended = useEndedSession()
	const session = useSession()
	const { pathname } = useLocation()
	const [endedUser, setEndedUser] = useState<SignedInUser | null>(null)
	const [parts, setParts] = useState<Parts | null>(null)

	if (ended && endedUser !== ended) setEndedUser(ended)
	useEffect(() => {
		if (ended) void import('./ended-session-note.tsx').then(({ EndedSessionNote }) => setParts({ Note: EndedSessionNote }), ignore)
	}, [ended])
	if (!endedUser || !parts) return null
	const close = () => setEndedUser(null)
	return (
		<parts.Note
			key={endedUser.id}
			user={endedUser}
			isBack={session.status === 'signed-in'}
			needsAccount={pathname === paths.settings}
			onDone={close}
			onLeave={() => {
				dismissEndedSession()
				close()
			}}
		/>
	)
}

/** If the code can't be loaded, only the header shows that the session has ended. */
const ignore = () => {}
