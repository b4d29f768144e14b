import { parseTerms } from "./parse-terms.ts";

export const AI_TERMS = parseTerms(`
Artificial intelligence | AI | machine learning, large language model, artificial general intelligence
Software for tasks that are thought to need intelligence: recognizing, translating, planning, writing. Today it is mostly machine learning. The name promises more than any single system delivers, so ask what it was trained for and how it was tested.

Machine learning | ML | deep learning, training data, supervised learning
Programs that learn rules from examples instead of being given the rules. They work well where rules are hard to write and examples are plentiful. They learn whatever is in the data, including its mistakes and prejudices.

Deep learning | | neural network, machine learning, backpropagation
Machine learning with neural networks of many layers. It is behind the progress in images, speech and text since about 2012. It needs a lot of data and computing power, and rarely shows why it gives an answer.

Neural network | artificial neural network, neural net, ANN | deep learning, model parameters, activation function
A function built from layers of simple units with weights that are adjusted until the outputs fit the examples. It only loosely resembles a brain. It can approximate almost anything, and fails in ways that are hard to predict.

Activation function | ReLU, sigmoid | neural network, backpropagation
The nonlinear step in each unit of a network, such as ReLU, which passes positive values and sets the rest to zero. Without it, many layers could do no more than one. The choice of function affects how well training goes.

Model parameters | model weights, parameters, weights | neural network, fine-tuning, quantization
The numbers that a network learns, billions in large models. They encode what it knows, in a distributed and unreadable form. More of them is not always better: data and training count as much.

Backpropagation | backprop | gradient descent, neural network
The method of computing how each weight contributed to an error, layer by layer from the end. It makes it possible to train networks with billions of weights. It needs every step to be smooth enough to have a slope.

Gradient descent | stochastic gradient descent, SGD, optimizer, learning rate | backpropagation, loss function
Improving a model in small steps in the direction that lowers its error. If the steps are too large, training diverges; if they are too small, it takes forever. It finds good solutions, not provably the best.

Loss function | cost function, objective function | gradient descent, overfitting
The number that says how wrong a model is, which training lowers. A model becomes good at exactly that. If it isn't what you want, the model will be good at the wrong thing.

Training data | dataset, training set, data set | machine learning, overfitting, bias
The examples that a model learns from. Its quality limits how good the model can be. Ask where it came from, whether it may be used, and whether the test was part of it.

Supervised learning | unsupervised learning, self-supervised learning, labelled data | machine learning, training data, reinforcement learning
Learning from examples with the right answers given. Unsupervised learning looks for structure without them; self-supervised learning hides part of the data and has the model fill it in, which is how language models begin.

Reinforcement learning | RL, reward model | reinforcement learning from human feedback, ai agent
Learning by trial and error, guided by rewards. It has mastered games and is used to refine language models. Systems find unintended ways to get the reward, which is called reward hacking.

Reinforcement learning from human feedback | RLHF, DPO, preference tuning | reinforcement learning, alignment, fine-tuning
Training a model toward answers that people prefer, using a reward learned from their comparisons. It made chat models polite and useful. It also rewards flattery and sounding certain.

Overfitting | overfit, underfitting, generalization, regularization | training data, benchmark, backtest
Learning the examples by heart instead of what they have in common. It shows up as good results in training and poor ones on new data. Trading rules tuned on the past are a typical case.

Bias | algorithmic bias, AI bias, fairness | training data, alignment
A systematic tilt in a model's results, from its data, its aim or its use. It can disadvantage groups of people unnoticed. It has to be measured for each use; there is no neutral default.

Large language model | LLM, language model, GPT, ChatGPT, Gemini, Claude | transformer, language token, hallucination, context window
A network trained on vast amounts of text to continue it, and then to follow instructions. It can write, summarize, translate and program. It knows nothing about events after its training unless you provide them, and states errors as fluently as facts.

Transformer | transformer model, transformer architecture | attention mechanism, large language model
The network design behind today's language models, published in 2017. It looks at all parts of a text at once through attention, so training runs in parallel. The cost of attention grows with the square of the text's length, unless tricks are used.

Attention mechanism | attention, self-attention | transformer, context window
The part of a transformer in which each piece of a text weighs how much all others matter to it. It is how a pronoun finds its noun. The weights are not a reliable explanation of an answer.

Language token | LLM token, tokenizer, tokenization of text, subword | large language model, context window
The piece of text that a language model reads and writes, about four characters in English. Prices and limits are counted in tokens. Tokens are why models miscount letters. A crypto token is something else.

Context window | context length | large language model, language token, retrieval-augmented generation
How much text a model can take into account at once, prompt and answer together, counted in tokens. The model can't see anything outside it. In very long contexts, details in the middle are more easily missed.

Prompt | prompting, prompt engineering, system prompt | large language model, few-shot learning, prompt injection
The input a model is asked to respond to. Clear goals, examples and a desired format help more than magic words. The provider may see what is in a prompt, so don't put secrets in it.

Few-shot learning | few-shot, zero-shot, in-context learning, zero shot | prompt, fine-tuning
Showing a model a few examples in the prompt instead of training it. With none at all it is called zero-shot. It works surprisingly well and depends on the choice and order of the examples.

Chain of thought | chain-of-thought, reasoning model, reasoning | large language model, prompt, benchmark
Having a model write down steps before its answer. It improves results in mathematics and logic. The steps shown may not be how it actually arrived at the answer.

Hallucination | hallucinations, confabulation, hallucinate | large language model, retrieval-augmented generation, grounding
Something a model states that sounds right but is made up: a source, a figure, a function that doesn't exist. It comes from generating likely text, not from looking things up. Ask for sources and open them.

Grounding | grounded answer, citation | retrieval-augmented generation, hallucination
Tying a model's answers to given material that can be checked, with citations. It reduces invention but does not end it: a source may be cited for what it does not say. Read the cited passage.

Retrieval-augmented generation | RAG, retrieval augmented generation | grounding, embedding, vector database
Searching documents for material on a question first, and giving it to the model along with the question. Answers can be current and cite their sources. They are only as good as the search, and the texts found may contain hostile instructions.

Embedding | embeddings, vector embedding, word embedding | vector database, retrieval-augmented generation
A list of numbers that represents a text or image, so that similar meanings are close together. It is used to search by meaning. Closeness is learned similarity, not truth: a sentence and its opposite can be neighbors.

Vector database | vector store, vector search, semantic search | embedding, retrieval-augmented generation
A database that finds the embeddings closest to a given one among millions, usually approximately. It is the memory of many assistants. Ordinary databases have learned to do it as well.

Fine-tuning | fine tuning, finetuning, LoRA | foundation model, training data, transfer learning
Training a finished model a little further on your own data. It teaches style and format well, and facts less reliably. Methods such as LoRA change only a small part and fit on one machine.

Transfer learning | pretraining, pre-training, pretrained model | fine-tuning, foundation model
Using what a model learned for one task in another. It saves data and time: hardly anyone trains from scratch. Weaknesses are inherited too.

Foundation model | base model, frontier model | large language model, fine-tuning, open weights
A large model trained broadly, on which many applications are built. Few can afford to make one. Its flaws and its provider's decisions affect everything built on it.

Open weights | open-weight model, open source AI, Llama, Mistral | foundation model, open source, quantization
Models with weights that anyone can download and run. Your data stays with you, and no one can switch the model off. The weights alone don't show how a model was trained, and licenses may limit its use.

Quantization | quantisation, quantized model, 4-bit | model parameters, inference, open weights
Storing a model's weights with fewer bits, for example 4 instead of 16. The model then fits on smaller machines and runs faster, with little loss down to a point. It has nothing to do with quantum computing.

Inference | model inference, inference cost | gpu, language token, quantization
Running a trained model to get answers, as opposed to training it. It is the running cost of AI, in computing and electricity. Most of it goes into producing tokens one after another.

GPU | graphics processing unit, TPU, AI accelerator, AI chip | inference, deep learning
A processor with thousands of simple units that work in parallel, designed for graphics and well suited to neural networks. The supply of such chips, and the export rules for them, shape the AI industry. Memory on the card decides which models fit.

Mixture of experts | MoE, mixture-of-experts | transformer, model parameters
A network of many subnetworks, with only a few at work on each token. It has the knowledge of a large model at the computing cost of a smaller one. All of it still has to be in memory.

Diffusion model | stable diffusion, image generation, text to image | generative ai, deepfake
A model that makes pictures by removing noise step by step, guided by a text. It is behind most image generators. Courts are still deciding whether it may learn from copyrighted pictures.

Generative AI | genAI, generative model, generative adversarial network, GAN | large language model, diffusion model, deepfake
Models that create new text, pictures, sound or code in the style of what they learned from. They speed up drafts. Check their output for accuracy and copyright.

Deepfake | deep fake, voice cloning, synthetic media | generative ai, social engineering
A picture, video or voice recording, made by AI, of a person doing or saying something they never did. Scammers use it, for example to impersonate celebrities who promise to double your coins. When in doubt, call back on a number you know.

Multimodal model | multimodal, vision language model | large language model, foundation model
A model that handles several kinds of data, such as text, pictures and sound, together. It can read a chart or a photo. It misreads details, above all numbers in charts, with the same confidence.

AI agent | AI agents, agentic AI, autonomous agent, tool use | large language model, prompt injection, reinforcement learning
A model that plans steps and uses tools, such as search, code or a wallet, towards a goal. It can do work, not only talk about it. Give it only the rights it needs, limits on money, and a person's approval for anything that can't be undone.

Prompt injection | jailbreak, jailbreaking, indirect prompt injection | prompt, ai agent, retrieval-augmented generation
Instructions hidden in what a model reads, such as a web page or an email, that make it act against its user. There is no reliable defense, because models don't separate data from instructions. Models that read untrusted text should not have access to keys.

Natural language processing | NLP, text analysis, sentiment analysis | large language model, market sentiment
Processing human language: classifying, translating and summarizing texts, or judging their mood. Sentiment analysis is a part of it. Irony, negation and the jargon of a field remain difficult.

Benchmark | AI benchmark, leaderboard, evaluation | overfitting, large language model, training data
A fixed test for comparing models. It makes progress visible, until models are trained for it or it leaks into their training data. Good scores may mean little for your task: try it on your own cases.

Alignment | AI alignment, AI safety | reinforcement learning from human feedback, artificial general intelligence, red teaming
Making AI systems do what people want and should want, even when no one is watching. It is a field of research with open questions. Behaving well in tests does not prove it.

Red teaming | red team, adversarial testing, adversarial example | alignment, prompt injection
Attacking a system on purpose to find its weaknesses before others do. With AI, it means trying to elicit harmful, false or secret output. It finds only what people look for.

Artificial general intelligence | AGI, superintelligence | artificial intelligence, alignment, benchmark
A system as capable as people at nearly every mental task. There is no agreed test, and forecasts of its arrival range from soon to never. Be careful with claims that it has been reached.

Explainable AI | XAI, explainability, interpretability | neural network, bias
Methods that show why a model gives an answer. Law and medicine often require them. Explanations made after the fact can be plausible and wrong.

Federated learning | | training data, machine learning, multi-party computation
Training one model on many devices while the data stays on each of them; only weight updates are sent. It protects privacy in part: something about the data can be guessed from the changes.

Knowledge distillation | distillation, model distillation, distilled model | large language model, quantization, training data
Training a small model to imitate a large one. It retains much of the ability at a fraction of the cost. It also copies the large model's errors, and providers' terms may forbid it.

Synthetic data | | training data, generative ai, bias
Data generated by programs instead of collected. It helps where real data is rare or private. Models trained repeatedly on other models' output get worse, which is called model collapse.

Open source | open-source software, FOSS, free software | open weights, supply chain attack
Software whose source code anyone may read, change and share under its license. Anyone can check it, which does not mean that anyone has. The program that runs should be built from the source that is published.

AI Act | EU AI Act, AI regulation | explainable ai, bias, mica
The European Union's law on artificial intelligence, in force since August 2024 and applied step by step. It forbids some uses, sets duties for risky ones, and requires that people be informed when they are dealing with a machine. Other countries take other approaches.
`);
