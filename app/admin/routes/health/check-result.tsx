import { Link } from 'react-router'

export const CHECK_STATES = {
	ok: ['OK', 'good'],
	off: ['not in use', 'calm'],
	warn: ['check this', 'warn'],
	fix: ['fix this', 'bad'],
} as const

type Fix = { words: string; link: { label: string; href: string } | null }

/** Advice on a failed check, with a link to the page where it is fixed. */
export const HowToFix = ({ words, link }: Fix) => (
	<>
		{words === '' ? '–' : words}
		{link && (
			<>
				<br />
				<Link to={link.href}>{link.label}</Link>
			</>
		)}
	</>
)
