import type { AnswerDevice, AskForDevice, DeviceQuestion } from "@/wire/http.generated";
import { request } from "./session";

/** Loads the request of the program that shows the code. */
export const askForDevice = (body: AskForDevice): Promise<DeviceQuestion> => request("/api/authorization/device/ask", { body });

/** Sends the person's answer. The program gets the answer when it polls next. */
export const answerDevice = (body: AnswerDevice): Promise<void> => request("/api/authorization/device/answer", { body });
