import { useEffect, useRef } from 'react'
import { Link, NavLink } from 'react-router'

import { useOwnedSince } from '#app/lib/owned-course.ts'
import { useSession } from '#app/lib/stored-session.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { COURSES_PATH, paths } from '#contracts/paths.ts'
import { isHiddenPage } from '#domain/site/hidden-pages.ts'

import { Logo } from './logo.tsx'
import { useSite } from './site.ts'

/**
 * The HTML has links both to sign in and to the dashboard; `data-session` on the root element decides which is shown. Sign Out leads to the
 * dashboard, which signs out (app/lib/use-sign-out.ts), so that other pages don't load that code.
 */
function AccountLink({ className }: { className: string }) {
	return (
		<>
			<Link to={paths.login} className={`account-out ${className}`}>
				Sign in
			</Link>
			<Link to={paths.dashboard} className={`account-in ${className}`}>
				Dashboard
			</Link>
			<Link to={paths.dashboard} state="leave" data-alive="" className={`account-in ${className}`}>
				Sign Out
			</Link>
		</>
	)
}

const LINKS: readonly { to: string; label: string }[] = [
	{ to: paths.home, label: 'Home' },
	{ to: paths.modules, label: 'Modules' },
	{ to: paths.freeResources, label: 'Resources' },
	{ to: paths.settings, label: 'Settings' },
]

const useLinks = () => (useSite().hasCourses ? LINKS.toSpliced(1, 0, { to: COURSES_PATH, label: 'Courses' }) : LINKS)

export function Header() {
	useDocumentMarks()
	const { name } = useSite()
	const links = useLinks()
	return (
		<header className="screen-only sticky top-0 z-40 border-b border-line bg-ground">
			<div className="page flex min-h-18 items-center gap-3">
				<Link to={paths.home} aria-label={`${name}, home page`} className="flex min-h-11 items-center gap-2.5">
					<Logo />
				</Link>
				<nav aria-label="Main" className="header-wide ml-auto items-center gap-3 whitespace-nowrap xl:gap-5">
					{links.map((link) => (
						<NavLink key={link.to} to={link.to} end prefetch="intent" className="nav-link">
							{link.label}
						</NavLink>
					))}
					<AccountLink className="nav-link" />
				</nav>
				<div className="header-wide ml-2 items-center gap-3">
					<Calls />
				</div>
				<SmallMenu />
			</div>
		</header>
	)
}

/** Updates the root element's attributes, which decide which links are shown. The script in the head sets them before the first paint. */
function useDocumentMarks() {
	const isOwner = useOwnedSince() !== null
	const { status } = useSession()
	useEffect(() => {
		if (status === 'unknown') return
		document.documentElement.toggleAttribute('data-session', status === 'signed-in')
		document.documentElement.toggleAttribute('data-owner', isOwner)
	}, [isOwner, status])
}

function Calls() {
	const site = useSite()
	return (
		<>
			{!isHiddenPage(site, paths.freeTrial) && (
				<LinkButton to={paths.freeTrial} variant="secondary" className="owner-out">
					Free Trial
				</LinkButton>
			)}
			<LinkButton to={paths.signup} className="owner-out">
				Get Lifetime Access
			</LinkButton>
			<LinkButton to={paths.continueLearning} className="owner-in">
				Continue Learning
			</LinkButton>
		</>
	)
}

/** Menu for narrow screens. It is a native popover, so it works before JavaScript has loaded. */
function SmallMenu() {
	const panel = useRef<HTMLDivElement>(null)
	const links = useLinks()
	return (
		<div className="header-narrow ml-auto">
			<button type="button" className="icon-btn" popoverTarget="site-menu" aria-label="Open menu">
				<Icon name="menu" size={26} />
			</button>
			{/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- handles clicks on the links inside */}
			<div
				ref={panel}
				id="site-menu"
				popover="auto"
				className="site-menu"
				onClick={(event) => event.target instanceof Element && event.target.closest('a') && panel.current?.hidePopover()}
			>
				<div className="flex justify-end">
					<button type="button" className="icon-btn" popoverTarget="site-menu" popoverTargetAction="hide" aria-label="Close menu">
						<Icon name="close" size={26} />
					</button>
				</div>
				<nav aria-label="Menu" className="grid gap-1 text-xl">
					{links.map((link) => (
						<NavLink key={link.to} to={link.to} end className="nav-link min-h-14">
							{link.label}
						</NavLink>
					))}
					<AccountLink className="nav-link min-h-14" />
				</nav>
				<div className="mt-6 grid gap-3">
					<Calls />
				</div>
			</div>
		</div>
	)
}
