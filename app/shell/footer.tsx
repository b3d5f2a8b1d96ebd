import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'

import { chooseTheme, onThemeChange, shownTheme, type Theme } from '#app/lib/theme.ts'
import { Icon } from '#app/ui/icon.tsx'
import { paths } from '#contracts/paths.ts'

import { Logo } from './logo.tsx'
import { useSite } from './site.ts'

function ThemeToggle() {
	const theme = useSyncExternalStore<Theme>(onThemeChange, shownTheme, () => 'light')
	const next = theme === 'dark' ? 'light' : 'dark'
	return (
		<button type="button" className="btn btn-secondary" onClick={() => chooseTheme(next)}>
			<Icon name="half" />
			{next === 'dark' ? 'Dark mode' : 'Light mode'}
		</button>
	)
}

const LINKS = [
	{ to: paths.about, label: 'About' },
	{ to: paths.blog, label: 'Blog' },
	{ to: paths.careers, label: 'Careers' },
	{ to: paths.contact, label: 'Contact' },
	{ to: paths.privacyPolicy, label: 'Privacy Policy' },
	{ to: paths.terms, label: 'Terms of Service' },
	{ to: paths.cookiePolicy, label: 'Cookie Policy' },
	{ to: paths.claims, label: 'Our Claims' },
	{ to: paths.status, label: 'Status', reloadDocument: true },
]

const SCENE =
	'relative h-[clamp(5.5rem,13vw,11rem)] overflow-hidden before:absolute before:top-[8%] before:left-[72%] before:aspect-square before:h-[184%] before:-translate-x-1/2 before:rounded-[50%] before:bg-sun'

export function Footer({ hasThemeToggle }: { hasThemeToggle: boolean }) {
	const { strapline, social, footerPages, hiddenPages } = useSite()
	const links = LINKS.filter(({ to }) => !hiddenPages?.some((page) => to === `/${page}`))
	return (
		<footer className="screen-only mt-8">
			{/* Decorative picture at the end of every page: the path, a horizon and a rising sun. */}
			<div className={SCENE}>
				<svg className="absolute inset-0 size-full" viewBox="0 0 1440 176" preserveAspectRatio="none" fill="none" aria-hidden="true">
					<path d="M0 158H740C1000 158 1140 138 1440 20" stroke="var(--accent)" strokeWidth="6" vectorEffect="non-scaling-stroke" />
					<path d="M0 175H1440" stroke="var(--ink)" strokeWidth="2" vectorEffect="non-scaling-stroke" />
				</svg>
			</div>
			<div className="page grid gap-10 py-12 lg:grid-cols-[1.2fr_1fr_1fr]">
				<div className="grid content-start gap-4">
					<p className="flex items-center gap-2.5">
						<Logo />
					</p>
					<p className="max-w-80 text-soft">{strapline}.</p>
				</div>
				<nav aria-label="Footer" className="grid grid-cols-2 content-start gap-x-6">
					{[...links, ...footerPages].map(({ label, ...link }) => (
						<Link key={link.to} {...link} className="nav-link">
							{label}
						</Link>
					))}
				</nav>
				<div className="grid content-start justify-items-start gap-4">
					<ul className="grid gap-1" aria-label="Social media">
						{social.map((channel) => (
							<li key={channel.name}>
								<SocialButton name={channel.name} url={channel.url} />
							</li>
						))}
					</ul>
					{hasThemeToggle && <ThemeToggle />}
				</div>
			</div>
		</footer>
	)
}

/** Link to a social network; a disabled button until content/site.json has its URL. */
function SocialButton({ name, url }: { name: string; url: string | null }) {
	if (url)
		return (
			<a href={url} rel="me" className="nav-link">
				{name}
			</a>
		)
	return (
		<button type="button" aria-disabled="true" className="nav-link flex-wrap gap-x-3 text-soft">
			{name} <span className="badge">Coming Soon</span>
		</button>
	)
}
