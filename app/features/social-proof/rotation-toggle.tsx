import { Icon } from '#app/ui/icon.tsx'

/**
 * Button that pauses and resumes an automatic rotation (WCAG 2.2.2).
 * @param what completes the accessible name
 */
export function RotationToggle({ what, isPlaying, onToggle }: { what: string; isPlaying: boolean; onToggle: () => void }) {
	return (
		<button type="button" className="icon-btn" aria-label={`${isPlaying ? 'Pause' : 'Play'} ${what}`} onClick={onToggle}>
			<Icon name={isPlaying ? 'pause' : 'play'} />
		</button>
	)
}
