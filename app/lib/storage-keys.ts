/** Names of everything this site keeps in the browser. No other file may add a key. */
export const storageKeys = {
	cookieConsent: 'cookie-consent',
	user: 'launchway_user',
	moduleCompleted: (moduleId: number) => `launchway_module${moduleId}_completed`,
	courseCompleted: 'launchway_course_completed',
	selectedProject: 'launchway_selected_project',
	emailOptInSeen: 'launchway_email_optin_seen',
	progress: 'launchway_progress',
	notifiedSections: 'launchway_notified_sections',
	quizResult: 'launchway_quiz_result',
	trial: 'launchway_trial',
	selector: 'launchway_selector',
	planner: 'launchway_planner',
	notes: 'launchway_notes',
	careerQuiz: 'launchway_career_quiz',
	theme: 'launchway_theme',
	ownedCourse: 'launchway_owned_course',
} as const
