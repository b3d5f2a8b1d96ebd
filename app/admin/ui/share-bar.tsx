type ShareBarProps = {
	/** Fraction, 0 to 1. */
	share: number
	label?: string
}

export const ShareBar = ({ share, label = `${Math.round(share * 100)}%` }: ShareBarProps) => (
	<span className="share">
		<svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
			<rect width={(share * 100).toFixed(1)} height="1" />
		</svg>
		{` ${label}`}
	</span>
)
