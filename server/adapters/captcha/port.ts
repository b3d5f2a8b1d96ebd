/** `unreachable`: the provider did not tell, or our own set-up is wrong; nobody is let through then. */
export type CaptchaVerdict = 'passed' | 'refused' | 'unreachable'

/** Asks the captcha's provider about an answer. @param clientAddress where it came from */
export type CaptchaCheck = (token: string, clientAddress: string) => Promise<CaptchaVerdict>
