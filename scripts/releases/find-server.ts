import path from 'node:path'

import { environmentOfProgram } from '#scripts/program.mjs'
import { askControl, controlSocket, NotRunning } from '#scripts/supervisor/control.ts'
import type { RecordQuestion, Status } from '#scripts/supervisor/requests.ts'

type Answers = { say: (line: string) => void; answer: (question: never) => void | Promise<void> }

/** Finds the running server of this installation. @throws Error if there is none */
export async function findServer() {
	const folder = path.resolve(environmentOfProgram()['DATA_DIR'] ?? '')
	const ask = <Done>(request: object, answers: Answers) => askControl<Done>(controlSocket(folder), request, answers)
	const status = await ask<Status>({ do: 'status' }, { say: () => {}, answer: () => {} }).catch((error: unknown) => {
		if (!(error instanceof NotRunning)) throw error
		throw new NotRunning(
			`No server is running with the data folder ${folder}. Start one (npm start), or set DATA_DIR to the folder of a running one.`,
			{ cause: error },
		)
	})
	return { status, ask }
}

export type SupervisorQuestion = RecordQuestion | { losses: { table: string; lost: number; returning: number }[] }
