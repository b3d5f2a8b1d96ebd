import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

/** Asks whether unsaved text may be lost. */
export const LeaveDialog = ({ leave, stay }: { leave: () => void; stay: () => void }) => (
	<Dialog title="Leave without saving?" isOpen onClose={stay}>
		<div className="grid gap-5">
			<p>What you typed on this page isn’t saved. If you leave, it’s lost.</p>
			<div className="flex flex-wrap gap-3">
				<Button onClick={stay}>Stay on this page</Button>
				<Button variant="danger" onClick={leave}>
					Leave
				</Button>
			</div>
		</div>
	</Dialog>
)
